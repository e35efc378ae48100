import { useSession } from '../../app/session.ts';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function AccountPage() {
  const { user } = useSession();
  return (
    <Page title={texts.account.title} description={`${user.name} · ${user.email}`}>
      <div className="max-w-3xl space-y-6">
        <PasswordCard />
        <SessionsCard />
      </div>
    </Page>
  );
}
