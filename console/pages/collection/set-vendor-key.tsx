import { Anchor, Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Out, useChange } from '../../api.ts';
import { connectionLook } from '../../connections.ts';
import { words } from '../../words/collection.ts';

type Keys = Out<'vendorKeys'>;

/** A connection with what the account set for it. */
export type Row = Keys['connections'][number] & { own: Keys['vendor_keys'][number] | undefined };

type Given = { row: Row | undefined; onClose: () => void };

/** Asks for the key of a vendor, and the address where it is another one. */
export function SetVendorKey({ row, onClose }: Given) {
  const { name } = connectionLook(row?.connection ?? '');
  return (
    <Modal opened={row !== undefined} onClose={onClose} title={words.setKey.title(name)}>
      {row && <Form row={row} onClose={onClose} />}
    </Modal>
  );
}

function Form({ row, onClose }: { row: Row; onClose: () => void }) {
  const look = connectionLook(row.connection);
  const [key, setKey] = useState('');
  const [address, setAddress] = useState(row.own?.base_url ?? '');
  const [withAddress, setWithAddress] = useState(look.needsAddress === true || address !== '');
  const set = useChange('setVendorKey', { done: words.setKey.saved(look.name), quiet: true });
  const problem = set.problem?.message;
  const isAddress = set.problem?.field === 'base_url';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given = { ...(key.trim() && { key }), ...(address.trim() && { base_url: address }) };
    if (await set.change({ connection: row.connection, ...given })) onClose();
  };
  const isLogin = look.secret === 'login';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {look.secret !== 'none' && (
          <PasswordInput
            label={isLogin ? words.setKey.login : words.setKey.key}
            description={isLogin ? words.setKey.loginHint : words.setKey.keyHint}
            value={key}
            onChange={(event) => setKey(event.currentTarget.value)}
            error={!isAddress && problem}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        )}
        {withAddress ? (
          <TextInput
            label={words.setKey.address}
            description={look.needsAddress ? words.setKey.addressNeeded : words.setKey.addressHint}
            value={address}
            onChange={(event) => setAddress(event.currentTarget.value)}
            error={(isAddress || look.secret === 'none') && problem}
            inputMode="url"
            autoCapitalize="off"
            spellCheck={false}
          />
        ) : (
          <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setWithAddress(true)}>
            {words.setKey.otherAddress}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {row.own ? words.setKey.replaces : words.setKey.operator(row.set_up)}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {words.setKey.cancel}
          </Button>
          <Button type="submit" loading={set.isBusy} disabled={key.trim() === '' && address.trim() === ''}>
            {words.setKey.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
