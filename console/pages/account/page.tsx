import { Tabs } from '@mantine/core';
import { useQueryValue } from '../../address.ts';
import { PageTitle } from '../../parts/section.tsx';
import { words } from '../../words/account.ts';
import classes from './account.module.css';
import { Own } from './own.tsx';
import { Team } from './team.tsx';

const OWN = 'sign-in';

/** The account with its members, and the person's own sign-in. */
export default function Account() {
  const [tab, choose] = useQueryValue('tab');
  const value = tab === OWN ? OWN : 'team';
  const change = (to: string | null) => choose(to === OWN ? OWN : '', { step: true });
  return (
    <>
      <PageTitle title={words.title} text={words.text} />
      <Tabs value={value} onChange={change} keepMounted={false}>
        <Tabs.List aria-label={words.tabs} className={classes.tabs}>
          <Tabs.Tab value="team">{words.team}</Tabs.Tab>
          <Tabs.Tab value={OWN}>{words.own}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="team">
          <Team />
        </Tabs.Panel>
        <Tabs.Panel value={OWN}>
          <Own />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
