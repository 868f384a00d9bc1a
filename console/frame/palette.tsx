import '@mantine/spotlight/styles.css';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import {
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMessageQuestion,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useOperation } from '../api.ts';
import { useFilters } from '../filters.ts';
import { say } from '../notify.ts';
import { Monogram } from '../parts/monogram.tsx';
import { addressOf, entries } from '../routes.ts';
import { useSignOut } from '../session.tsx';
import { words } from '../words.ts';
import { openSheet } from './open.ts';
import classes from './palette.module.css';
import type { Place } from './place.ts';

type Actions = SpotlightActionGroupData['actions'];

/** The command palette: pages, brands, prompts of the brand, actions. */
export default function Palette({ place, onClose }: { place: Place; onClose: () => void }) {
  const actions: SpotlightActionGroupData[] = [
    { group: words.palette.pages, actions: usePages(place) },
    { group: words.palette.brands, actions: useBrandActions(place) },
    { group: words.palette.actions, actions: useActions() },
    { group: words.palette.prompts, actions: usePrompts(place) },
  ];
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight
      actions={actions.filter((group) => group.actions.length > 0)}
      nothingFound={words.palette.nothing}
      highlightQuery
      limit={40}
      shortcut={null}
      scrollable
      maxHeight={420}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      attributes={{ content: { 'aria-label': words.frame.search } }}
      classNames={{ actionsGroup: classes.group, actionsList: classes.list }}
      onSpotlightClose={onClose}
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.7} />,
        placeholder: words.palette.placeholder,
        'aria-label': words.palette.placeholder,
      }}
    />
  );
}

function usePages(place: Place): Actions {
  const [, go] = useLocation();
  const { href } = useFilters();
  return entries
    .filter(({ group, path }) => group && (place.brandId !== undefined || !path.includes(':brand')))
    .map((entry) => {
      const Icon = entry.icon;
      return {
        id: `page-${entry.name}`,
        label: entry.title,
        leftSection: Icon && <Icon size={18} stroke={1.7} />,
        onClick: () => go(href(addressOf(entry, place.brandId))),
      };
    });
}

function useBrandActions(place: Place): Actions {
  const [, go] = useLocation();
  const { href } = useFilters();
  return place.brands.map(({ id, name, domain, aliases }) => ({
    id: `brand-${id}`,
    label: name,
    description: domain,
    keywords: aliases,
    leftSection: <Monogram name={name} size={22} />,
    onClick: () => go(href(`/brands/${id}`)),
  }));
}

function usePrompts(place: Place): Actions {
  const [, go] = useLocation();
  const { href } = useFilters();
  const brandId = place.brandId ?? 0;
  const { data } = useOperation('prompts', { brand_id: brandId }, { enabled: place.brandId !== undefined });
  return (data?.prompts ?? []).map(({ id, prompt }) => ({
    id: `prompt-${id}`,
    label: prompt,
    leftSection: <IconMessageQuestion size={18} stroke={1.7} />,
    onClick: () => go(href(`/brands/${brandId}/prompts/${id}`)),
  }));
}

function useActions(): Actions {
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const copyLink = async () => {
    await navigator.clipboard.writeText(location.href);
    say.done(words.palette.linkCopied);
  };
  const Scheme = isDark ? IconSun : IconMoon;
  return [
    {
      id: 'scheme',
      label: isDark ? words.palette.light : words.palette.dark,
      leftSection: <Scheme size={18} stroke={1.7} />,
      onClick: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'link',
      label: words.palette.copyLink,
      leftSection: <IconLink size={18} stroke={1.7} />,
      onClick: () => void copyLink(),
    },
    {
      id: 'keys',
      label: words.frame.shortcuts,
      leftSection: <IconKeyboard size={18} stroke={1.7} />,
      onClick: () => setTimeout(openSheet),
    },
    {
      id: 'sign-out',
      label: words.frame.signOut,
      leftSection: <IconLogout size={18} stroke={1.7} />,
      onClick: () => void signOut(),
    },
  ];
}
