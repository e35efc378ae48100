import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';

import { signUpQuery } from '../../api/queries.ts';
import {
  ConfirmEmailLink,
  FOOTER_LINKS_CLASS,
  PublicPage,
  SignInForm,
  TEXT_LINK_CLASS,
} from '../../components/public-page.tsx';
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
