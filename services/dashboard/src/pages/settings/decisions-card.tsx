import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import type { Settings } from './settings.ts';
import { SwitchList } from './switch-list.tsx';

const NAMES = ['tokensMayDecide', 'allowDeadlineApproval', 'queueDecisionComments'] as const;

export function DecisionsCard({ settings }: { readonly settings: Settings }) {
  return (
    <Card title={texts.settings.decisions}>
      <SwitchList settings={settings} names={NAMES} words={texts.settings.switches} />
    </Card>
  );
}
