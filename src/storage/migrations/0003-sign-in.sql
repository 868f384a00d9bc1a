-- People, who may be members of several accounts. users, sessions, credentials, verifications and two_factors
-- belong to the library that signs people in: it decides their columns, the names are ours.

create table users (
  id integer generated always as identity primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  -- the operator or an owner vouched for the address, so that an OpenID Connect provider may claim it
  email_verified boolean not null default true,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp()
);

create table sessions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  token text not null unique,
  ip_address text,
  user_agent text,
  created_at timestamptz(6) not null default clock_timestamp(),
  -- last seen, to within an hour
  updated_at timestamptz(6) not null default clock_timestamp(),
  expires_at timestamptz(6) not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- How a person proves who they are: a password (provider `credential`), or an OpenID Connect provider.
create table credentials (
  id integer generated always as identity primary key,
  user_id integer not null references users (id) on delete cascade,
  provider_id text not null,
  -- what the provider calls the person; for a password the user's own id
  subject text not null,
  password_hash text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(6),
  refresh_token_expires_at timestamptz(6),
  scope text,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  unique (provider_id, subject)
);
create index credentials_user on credentials (user_id);

-- Short-lived: sign-ins that wait for a code, browsers that need none, sign-ins under way at a provider.
create table verifications (
  id integer generated always as identity primary key,
  identifier text not null,
  value text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  updated_at timestamptz(6) not null default clock_timestamp(),
  expires_at timestamptz(6) not null
);
create index verifications_identifier on verifications (identifier);
create index verifications_expiry on verifications (expires_at);

-- Secret and backup codes are encrypted with the service's secret.
create table two_factors (
  id integer generated always as identity primary key,
  user_id integer not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz(6)
);

-- One person per address; who was owner of several accounts keeps the password of the newest.
insert into users (name, email, created_at)
  select split_part(lower(email), '@', 1), lower(email), min(created_at) from members group by lower(email) order by min(id);
insert into credentials (user_id, provider_id, subject, password_hash)
  select distinct on (u.id) u.id, 'credential', u.id::text, m.password_hash
  from members m join users u on u.email = lower(m.email) order by u.id, m.id desc;

alter table members add column user_id integer references users (id) on delete cascade;
update members m set user_id = u.id from users u where u.email = lower(m.email);
-- Two spellings of one address were two members: the stronger role stays.
update members m set role = (
  select n.role from members n where n.account_id = m.account_id and n.user_id = m.user_id
  order by array_position(array['owner', 'editor', 'viewer'], n.role) limit 1
);
delete from members m using members n
  where n.account_id = m.account_id and n.user_id = m.user_id and n.id < m.id;
alter table members alter column user_id set not null;
alter table members drop column email, drop column password_hash;
alter table members add constraint members_account_id_user_id_key unique (account_id, user_id);
create index members_user on members (user_id);

-- The link holds the token; only its SHA-256 is kept.
create table invitations (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'editor', 'viewer')),
  token_hash bytea not null,
  invited_by integer references users (id) on delete set null,
  created_at timestamptz(6) not null default clock_timestamp(),
  expires_at timestamptz(6) not null,
  accepted_at timestamptz(6),
  primary key (account_id, id)
);
create index invitations_token on invitations (token_hash);
create index invitations_email on invitations (account_id, email) where accepted_at is null;
