import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { api, take } from '../../api/client.ts';
import { signUpQuery } from '../../api/queries.ts';
import { EmailField, NewPasswordField, TextField } from '../../components/field.tsx';
import { sending, SubmitForm, useFields } from '../../components/form.tsx';
import { Loaded } from '../../components/loaded.tsx';
import {
  CheckEmailPage,
  ConfirmEmailLink,
  FOOTER_LINKS_CLASS,
  PublicPage,
  SignInForm,
  TEXT_LINK_CLASS,
} from '../../components/public-page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const { data: signUp } = useQuery(signUpQuery);
  // A full reload, since the user may have come back from the page of another person.
  const goOn = (): void => window.location.assign(next);
  return (
    <PublicPage
      title={texts.signIn.title}
      footer={
        <span className={FOOTER_LINKS_CLASS}>
          {signUp?.isOpen === true && (
            <Link to="/sign-up" className={TEXT_LINK_CLASS}>
              {texts.signIn.toSignUp}
            </Link>
          )}
          <Link to="/forgot-password" className={TEXT_LINK_CLASS}>
            {texts.signIn.forgot}
          </Link>
        </span>
      }
    >
      <SignInForm onSignedIn={goOn} whenWrong={<ConfirmEmailLink />} />
    </PublicPage>
  );
}

/** Creates an account and a workspace, if sign-up is open. */
export function SignUpPage() {
  const [verifyingEmail, setVerifyingEmail] = useState<string | null>(null);
  const signUp = useQuery(signUpQuery);
  const footer = (
    <Link to="/sign-in" className={TEXT_LINK_CLASS}>
      {texts.signUp.toSignIn}
    </Link>
  );
  if (verifyingEmail !== null) return <CheckEmailPage email={verifyingEmail} />;
  if (signUp.data?.isOpen === false) {
    return (
      <PublicPage
        title={texts.signUp.closed}
        description={texts.signUp.closedText}
        footer={footer}
      />
    );
  }
  return (
    <PublicPage title={texts.signUp.title} description={texts.signUp.description} footer={footer}>
      <Loaded query={signUp}>
        {() => (
          <SignUpForm
            onSignedUp={(email, needsVerification) => {
              if (needsVerification) setVerifyingEmail(email);
              // A full reload, since all loaded data belongs to another user or none.
              else window.location.assign('/');
            }}
          />
        )}
      </Loaded>
    </PublicPage>
  );
}

interface SignUpFormProps {
  readonly onSignedUp: (email: string, needsVerification: boolean) => void;
}

function SignUpForm({ onSignedUp }: SignUpFormProps) {
  const { values, field } = useFields({ name: '', email: '', password: '', workspaceName: '' });
  const signUp = useMutation({
    mutationFn: (body: typeof values) => take(api.POST('/api/auth/sign-up/email', { body })),
    onSuccess: ({ needsVerification }, { email }) => onSignedUp(email, needsVerification),
  });
  const send = { ...signUp, mutate: () => signUp.mutate(values) };
  return (
    <SubmitForm submitText={texts.signUp.submit} {...sending(send, Object.keys(values))}>
      <TextField
        label={texts.signUp.name}
        autoComplete="name"
        required
        maxLength={200}
        autoFocus
        {...field('name', signUp.error)}
      />
      <EmailField {...field('email', signUp.error)} />
      <NewPasswordField
        label={componentTexts.signIn.password}
        {...field('password', signUp.error)}
      />
      <TextField
        label={texts.signUp.workspace}
        hint={texts.signUp.workspaceHint}
        autoComplete="organization"
        required
        maxLength={200}
        {...field('workspaceName', signUp.error)}
      />
    </SubmitForm>
  );
}
