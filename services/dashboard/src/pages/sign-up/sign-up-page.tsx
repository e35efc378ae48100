import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { PublicPage, TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { signUpQuery } from '../../components/sign-up-open.ts';
import { texts } from '../../texts.ts';
import { SignUpForm } from './sign-up-form.tsx';

const { signUp: words } = texts;

/** Makes an account and a workspace, where anybody may. */
export function SignUpPage() {
  const [verifyingEmail, setVerifyingEmail] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(signUpQuery);
  const footer = (
    <Link to="/sign-in" className={TEXT_LINK_CLASS}>
      {words.toSignIn}
    </Link>
  );
  if (verifyingEmail !== null) {
    const description = words.verifyText(verifyingEmail);
    return <PublicPage title={words.verify} description={description} footer={footer} />;
  }
  if (data?.isOpen === false) {
    return <PublicPage title={words.closed} description={words.closedText} footer={footer} />;
  }
  return (
    <PublicPage title={words.title} description={words.description} footer={footer}>
      {error && <FailureNotice error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Loading />}
      {data && (
        <SignUpForm
          onSignedUp={(email, needsVerification) => {
            if (needsVerification) setVerifyingEmail(email);
            // Whatever was loaded before belongs to nobody or to somebody else.
            else window.location.assign('/');
          }}
        />
      )}
    </PublicPage>
  );
}
