import { UserPlus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { InvitationsCard } from './invitations-card.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersCard } from './members-card.tsx';

export function MembersPage() {
  const [isInviting, setInviting] = useState(false);
  return (
    <Page
      title={texts.members.title}
      description={texts.members.description}
      actions={
        <Button tone="primary" icon={UserPlus} onClick={() => setInviting(true)}>
          {texts.members.invite}
        </Button>
      }
    >
      <div className="space-y-6">
        <MembersCard />
        <InvitationsCard />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
