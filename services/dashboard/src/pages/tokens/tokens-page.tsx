import { Plus } from 'lucide-react';
import { useState } from 'react';

import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { NamedTokensCard } from './named-tokens-card.tsx';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { WorkspaceTokenCard } from './workspace-token-card.tsx';

export function TokensPage() {
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={texts.tokens.title}
      description={texts.tokens.description}
      actions={
        <Button tone="primary" icon={Plus} onClick={() => setMaking(true)}>
          {texts.tokens.make}
        </Button>
      }
    >
      <div className="space-y-6">
        <NamedTokensCard />
        <WorkspaceTokenCard />
      </div>
      {isMaking && <NewTokenDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
