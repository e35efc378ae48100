import { api, take } from '../api/client.ts';
import { DialogFrame } from '../components/dialog.tsx';
import { SignInForm } from '../components/sign-in-form.tsx';
import { texts } from '../texts.ts';
import { isElsewhere } from './page-workspace.ts';
import { useSession } from './session.ts';
import { tellSignedIn, waitingForSignIn } from './signing-in.ts';
import { useStore } from './store.ts';

/** Stands over the page when a session has ended: what was typed stays, and what waits goes on. */
export function SignInDialog() {
  const { user, workspace } = useSession();
  const isWaiting = useStore(waitingForSignIn) !== null;
  const goOn = async (): Promise<void> => {
    const now = await take(api.GET('/api/auth/get-session'));
    // Somebody else must not send what the one before had typed.
    if (now.user.id !== user.id) {
      window.location.assign('/');
      return;
    }
    // A new session begins in the workspace that the person joined first.
    isElsewhere.set(now.workspace.id !== workspace.id);
    tellSignedIn();
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
