import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';

import { PublicPage, TEXT_LINK_CLASS } from '../../components/public-page.tsx';
import { SignInForm } from '../../components/sign-in-form.tsx';
import { texts } from '../../texts.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next = '/' } = route.useSearch();
  const router = useRouter();
  const queryClient = useQueryClient();
  const goOn = async (): Promise<void> => {
    queryClient.clear();
    await router.navigate({ href: next });
  };
  return (
    <PublicPage
      title={texts.signIn.title}
      footer={
        <Link to="/forgot-password" className={TEXT_LINK_CLASS}>
          {texts.signIn.forgot}
        </Link>
      }
    >
      <SignInForm onSignedIn={goOn} />
    </PublicPage>
  );
}
