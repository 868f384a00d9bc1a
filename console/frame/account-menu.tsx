import { Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import {
  IconBook2,
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSelector,
  IconSun,
} from '@tabler/icons-react';
import { problemOf } from '../api.ts';
import { say } from '../notify.ts';
import { Monogram } from '../parts/monogram.tsx';
import { useSession, useSignOut } from '../session.tsx';
import { words } from '../words.ts';
import classes from './brand-switcher.module.css';
import { openSheet } from './open.ts';

/** Who is signed in, for which account; appearance, help, sign-out. */
export function AccountMenu() {
  const { user, account } = useSession();
  const signOut = useSignOut();
  return (
    <Menu width={240} position="top-start" offset={4}>
      <Menu.Target>
        <UnstyledButton className={`${classes.button} ${classes.quiet}`}>
          <Monogram name={user.name || user.email} />
          <span className={classes.text}>
            <span className={classes.name}>{user.name || user.email}</span>
            <span className={classes.domain}>{account.name}</span>
          </span>
          <IconSelector size={15} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Accounts />
        <Menu.Label>{words.frame.scheme}</Menu.Label>
        <Schemes />
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.7} />} onClick={openSheet}>
          {words.frame.shortcuts}
        </Menu.Item>
        <Menu.Item
          component="a"
          href="/docs"
          target="_blank"
          leftSection={<IconBook2 size={16} stroke={1.7} />}
        >
          {words.pages.docs}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={16} stroke={1.7} />}
          onClick={() => signOut().catch((error) => say.problem(problemOf(error)))}
        >
          {words.frame.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The accounts to choose from, where there is a choice. */
function Accounts() {
  const { accounts, account, choose } = useSession();
  if (accounts.length < 2) return null;
  return (
    <>
      <Menu.Label>{words.frame.switchAccount}</Menu.Label>
      {accounts.map(({ id, name }) => (
        <Menu.Item
          key={id}
          leftSection={<Monogram name={name} size={20} />}
          rightSection={id === account.id ? <IconCheck size={15} aria-hidden /> : null}
          onClick={() => {
            choose(id);
            history.pushState(null, '', '/');
          }}
        >
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  );
}

const SCHEMES = [
  { value: 'light', icon: IconSun },
  { value: 'dark', icon: IconMoon },
  { value: 'auto', icon: IconDeviceDesktop },
] as const;

function Schemes() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
      {SCHEMES.map(({ value, icon: Icon }) => (
        <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} stroke={1.7} aria-hidden />}>
          {words.frame.schemes[value]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}
