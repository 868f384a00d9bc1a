import { Menu, ScrollArea, TextInput, UnstyledButton } from '@mantine/core';
import { IconCheck, IconLayoutDashboard, IconSelector } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { useFilters } from '../filters.ts';
import { Monogram } from '../parts/monogram.tsx';
import { words } from '../words.ts';
import classes from './brand-switcher.module.css';
import type { Place } from './place.ts';

/** From this many brands on, the list can be searched. */
const MANY = 8;

/** The brand on screen, and the way to another one: the same page of it, where there is one. */
export function BrandSwitcher({ place }: { place: Place }) {
  const { brand, brands } = place;
  if (brands.length === 0) return <div className={classes.none} />;
  return (
    <Menu width="target" position="bottom-start" offset={4}>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          {brand ? (
            <Monogram name={brand.name} />
          ) : (
            <span className={classes.all} aria-hidden>
              <IconLayoutDashboard size={15} stroke={1.7} />
            </span>
          )}
          <span className={classes.text}>
            <span className={classes.name}>{brand?.name ?? words.frame.allBrands}</span>
            {brand?.domain && <span className={classes.domain}>{brand.domain}</span>}
          </span>
          <IconSelector size={15} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <BrandList place={place} />
      </Menu.Dropdown>
    </Menu>
  );
}

function BrandList({ place }: { place: Place }) {
  const { href } = useFilters();
  const [text, setText] = useState('');
  const found = place.brands.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const rest = place.entry?.path.startsWith('/brands/:brand') ? restOf(place.entry.path) : '';
  return (
    <>
      {place.brands.length >= MANY && (
        <TextInput
          size="xs"
          mb={4}
          placeholder={words.frame.findBrand}
          aria-label={words.frame.findBrand}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <ScrollArea.Autosize mah={320} scrollbarSize={6}>
        {found.map((brand) => (
          <Menu.Item
            key={brand.id}
            component={Link}
            href={href(`/brands/${brand.id}${rest}`)}
            leftSection={<Monogram name={brand.name} size={20} />}
            rightSection={brand.id === place.brandId ? <IconCheck size={15} aria-hidden /> : null}
          >
            {brand.name}
          </Menu.Item>
        ))}
        {found.length === 0 && <div className={classes.nothing}>{words.frame.noBrand}</div>}
      </ScrollArea.Autosize>
      <Menu.Divider />
      <Menu.Item
        component={Link}
        href={href('/')}
        leftSection={<IconLayoutDashboard size={16} stroke={1.7} />}
      >
        {words.frame.allBrands}
      </Menu.Item>
    </>
  );
}

/** What follows the brand in an address; a page of one prompt or answer leads to the other brand's list. */
function restOf(path: string): string {
  return path.replace('/brands/:brand', '').replace(/\/:\w+$/, '');
}
