import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';

import { signUpQuery } from '../../api/queries.ts';
import { PublicPage, SignInForm, TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const { data: signUp } = useQuery(signUpQuery);
  const goOn = async (): Promise<void> => {
    queryClient.clear();
    await router.navigate({ href: next });
  };
  return (
    <PublicPage
      title={texts.signIn.title}
      footer={
        <span className="flex flex-wrap justify-center gap-x-5 gap-y-2">
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
      <SignInForm onSignedIn={goOn} />
    </PublicPage>
  );
}
