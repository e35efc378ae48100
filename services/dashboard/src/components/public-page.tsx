import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';

import { api, ApiFailure, take } from '../api/client.ts';
import { Checkbox, EmailField, TextField } from './field.tsx';
import { sending, SubmitForm, useFields } from './form.tsx';
import { useTitle } from './page.tsx';
import { texts } from './texts.ts';

interface PublicPageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Links to alternatives, below the card. */
  readonly footer?: ReactNode;
}

/** A page without a sign-in: one card with one task. */
export function PublicPage({ title, description, children, footer }: PublicPageProps) {
  useTitle(title);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center gap-3">
          <Logo className="size-11" />
          <h1 className="text-xl">{texts.product}</h1>
        </div>
        <div className="rounded-lg border border-line bg-surface p-6 shadow-card">
          <h2 className="text-lg">{title}</h2>
          {description !== undefined && <p className="mt-1 text-sm text-soft">{description}</p>}
          {children !== undefined && <div className="mt-4">{children}</div>}
        </div>
        {footer !== undefined && <p className="mt-4 text-center text-sm">{footer}</p>}
      </div>
    </main>
  );
}

export const FOOTER_LINKS_CLASS = 'flex flex-wrap justify-center gap-x-5 gap-y-2';
export const TEXT_LINK_CLASS = 'font-medium text-accent underline';

/** The product logo, always shown beside the product name. */
export function Logo({ className = 'size-7' }: { readonly className?: string }) {
  return <img src="/icon.svg" alt="" className={`shrink-0 ${className}`} />;
}

export function SignInLink() {
  return (
    <Link to="/sign-in" className={TEXT_LINK_CLASS}>
      {texts.signIn.to}
    </Link>
  );
}

/** For users who must confirm their address and have lost the link. */
export function ConfirmEmailLink() {
  return (
    <Link to="/confirm-email" className={TEXT_LINK_CLASS}>
      {texts.link.confirmAgain}
    </Link>
  );
}

/** Shown after sign-up while the email address is unconfirmed. */
export function CheckEmailPage({ email }: { readonly email: string }) {
  return (
    <PublicPage
      title={texts.checkEmail.title}
      description={texts.checkEmail.text(email)}
      footer={
        <span className={FOOTER_LINKS_CLASS}>
          <ConfirmEmailLink />
          <SignInLink />
        </span>
      }
    />
  );
}

/** Shown instead of a page that needs the secret of a link, after a reload dropped it. */
export function LinkGonePage({ footer }: Pick<PublicPageProps, 'footer'>) {
  return <PublicPage title={texts.link.gone} description={texts.link.goneWhy} footer={footer} />;
}

interface SignInFormProps {
  /** The email of the previous user, if any. */
  readonly email?: string;
  readonly onSignedIn: () => unknown;
  /** Further help after a failed sign-in. */
  readonly whenWrong?: ReactNode;
}

export function SignInForm({ email: known = '', onSignedIn, whenWrong }: SignInFormProps) {
  const { values, field } = useFields({ email: known, password: '' });
  const [rememberMe, setRememberMe] = useState(true);
  const signIn = useMutation({
    mutationFn: () =>
      take(api.POST('/api/auth/sign-in/email', { body: { ...values, rememberMe } })),
    onSuccess: onSignedIn,
  });
  const isWrong = signIn.error instanceof ApiFailure && signIn.error.status === 401;
  return (
    <>
      <SubmitForm
        submitText={texts.signIn.submit}
        {...sending(signIn)}
        failure={isWrong ? new Error(texts.signIn.wrong) : signIn.error}
      >
        <EmailField autoFocus={known === ''} {...field('email')} />
        <TextField
          label={texts.signIn.password}
          type="password"
          autoComplete="current-password"
          required
          autoFocus={known !== ''}
          {...field('password')}
        />
        <Checkbox
          label={texts.signIn.remember}
          checked={rememberMe}
          onChange={(event) => setRememberMe(event.target.checked)}
        />
      </SubmitForm>
      {isWrong && whenWrong && <p className="mt-4 text-center text-sm">{whenWrong}</p>}
    </>
  );
}
