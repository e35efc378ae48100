import { useTitle } from '../../components/page.tsx';
import { texts } from '../../texts.ts';

export function QueuePage() {
  useTitle(texts.navigation.queue);
  return <h1 className="p-6 text-xl">{texts.navigation.queue}</h1>;
}
