import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';

import { Logo } from '../../app/logo.tsx';
import { useTitle } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  useTitle(texts.signIn.title);
  const goOn = async (): Promise<void> => {
    queryClient.clear();
    await router.navigate({ href: next });
  };
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3">
          <Logo size={44} />
          <h1 className="text-xl">{texts.product}</h1>
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 shadow-card">
          <h2 className="mb-4 text-lg">{texts.signIn.title}</h2>
          <SignInForm onSignedIn={goOn} />
        </div>
      </div>
    </main>
  );
}
