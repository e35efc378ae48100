import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { makeQueryClient } from './api/client.ts';
import { cspNonce } from './app/csp-nonce.ts';
import { followLinkSecrets } from './app/link-secret.ts';
import { makeRouter } from './app/routes.tsx';
import { showTheme } from './app/theme.ts';
import { Toasts } from './components/toasts.tsx';

import './styles.css';

// The library that locks scrolling behind dialogs reads the nonce from this global.
Object.assign(globalThis, { __webpack_nonce__: cspNonce() });
showTheme();
followLinkSecrets();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');

const queryClient = makeQueryClient();
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={makeRouter(queryClient)} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
