import { PageTitle } from '../../parts/section.tsx';
import { words } from '../../words.ts';

export default function Portfolio() {
  return <PageTitle title={words.pages.portfolio} />;
}
