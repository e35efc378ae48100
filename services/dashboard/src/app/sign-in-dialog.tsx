import { useQueryClient } from '@tanstack/react-query';

import { DialogFrame } from '../components/dialog.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { texts } from '../texts.ts';
import { sessionQuery, useSession } from './session.ts';
import { tellSignedIn, waitingForSignIn } from './signing-in.ts';
import { useStore } from './store.ts';

/** Stands over the page when a session has ended: what was typed stays, and what waits goes on. */
export function SignInDialog() {
  const { user, workspace } = useSession();
  const queryClient = useQueryClient();
  const isWaiting = useStore(waitingForSignIn) !== null;
  const goOn = async (): Promise<void> => {
    const now = await queryClient.query({ ...sessionQuery, staleTime: 0 });
    // Somebody else must not send what the one before had typed, nor into another workspace.
    if (now.user.id === user.id && now.workspace.id === workspace.id) tellSignedIn();
    else window.location.assign('/');
  };
  return (
    <DialogFrame
      isOpen={isWaiting}
      onClose={null}
      title={texts.signIn.again}
      description={texts.signIn.againWhy}
    >
      <SignInForm email={user.email} onSignedIn={goOn} />
    </DialogFrame>
  );
}
