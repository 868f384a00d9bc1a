-- Every tenant table carries account_id in its primary key and in its foreign keys, so that no row can
-- refer to another account's row. Ids come from identity columns and are never reused.

create table accounts (
  id integer generated always as identity primary key,
  name text not null,
  created_at timestamptz(6) not null default clock_timestamp()
);

create table members (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  email text not null,
  role text not null check (role in ('owner', 'editor', 'viewer')),
  password_hash text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  unique (account_id, email)
);

-- Agents are the same for all accounts. Agent 0 stands for all agents together in the facts.
create table agents (
  id integer generated always as identity (start with 1) primary key,
  name text not null unique check (name ~ '^[a-z0-9_]{1,64}$')
);

create table brands (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  name text not null,
  domain text not null default '',
  aliases text[] not null default '{}',
  exclude text[] not null default '{}',
  -- raised by every change that a reading depends on; an answer that was read under another one is stale
  settings_version integer not null default 1,
  -- the reading rules under which its answers were read, or are being read again
  reading_version smallint not null,
  -- raised by every change that a report depends on; caches are keyed by it
  data_version bigint not null default 1,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id)
);

create table keys (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  brand_id integer,
  hash bytea not null,
  prefix text not null,
  last_four text not null,
  name text not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  expires_at timestamptz(6),
  last_used_at timestamptz(6),
  primary key (account_id, id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade
);
create unique index keys_hash on keys (hash);
create index keys_brand on keys (account_id, brand_id);

create table prompts (
  account_id integer not null,
  id integer generated always as identity,
  brand_id integer not null,
  prompt text not null,
  active char(1) not null default 'Y' check (active in ('Y', 'N')),
  tags text[] not null default '{}',
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade
);
create unique index prompts_text on prompts (account_id, brand_id, md5(prompt));
create unique index prompts_brand on prompts (account_id, brand_id, id);

-- Tracked ones were chosen by a person. The others are names found in answers; `spelling` is the folded
-- name that sightings share. An untracked one is shown when it was sighted twice, or once as a list head. A
-- dismissed one is no brand: readings leave it out. One that was merged is another spelling of that other one.
create table competitors (
  account_id integer not null,
  id integer generated always as identity,
  brand_id integer not null,
  name text not null,
  spelling text not null,
  domain text not null default '',
  aliases text[] not null default '{}',
  exclude text[] not null default '{}',
  tracked boolean not null,
  sightings integer not null default 0,
  head_sightings integer not null default 0,
  dismissed boolean not null default false,
  merged_into integer,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade,
  foreign key (account_id, merged_into) references competitors (account_id, id) on delete cascade,
  unique (account_id, brand_id, spelling)
);
-- Every reading asks for the few tracked ones; names that were found once may be hundreds of thousands.
create index competitors_tracked on competitors (account_id, brand_id, id) where tracked;
create index competitors_dismissed on competitors (account_id, brand_id) where dismissed;
create index competitors_merged on competitors (account_id, merged_into) where merged_into is not null;

-- What an answer says of one entity: 0 is the brand, any other a competitor. A denied mention is kept and not counted.
create type mention as (entity_id integer, kind text, position smallint, sentiment smallint, head boolean);

create table answers (
  account_id integer not null,
  id bigint generated always as identity,
  brand_id integer not null,
  prompt_id integer not null,
  agent_id integer not null references agents (id),
  answered_at timestamptz(6) not null,
  -- what makes the answer unique within the brand: its own id, or prompt, agent, time and text
  identity bytea not null,
  -- prompt, agent, time and text: tells a repeated answer from another one under the same id
  content bytea not null,
  reading_version smallint not null,
  settings_version integer not null,
  -- one per named entity, the brand's own first; where it stands and why is read from the text
  mentions mention[] not null default '{}',
  -- the domains it cites, each once
  domains text[] not null default '{}',
  language text,
  external_id text,
  answer text not null,
  model text not null default '',
  searches jsonb not null default '[]',
  -- as they were given
  citations jsonb not null default '[]',
  raw bytea,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, brand_id, prompt_id) references prompts (account_id, brand_id, id) on delete cascade
);
create unique index answers_identity on answers (account_id, brand_id, identity);
create index answers_newest on answers (account_id, brand_id, answered_at desc, id desc);
create index answers_prompt on answers (account_id, brand_id, prompt_id, answered_at desc, id desc);

create table sources (
  account_id integer not null,
  id integer generated always as identity,
  brand_id integer not null,
  domain text not null,
  agent_id integer not null references agents (id),
  -- the type that lists, suffix and page shape give; owned and competitor follow from the settings
  type text not null,
  answers integer not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade,
  unique (account_id, brand_id, domain, agent_id)
);

create table source_days (
  account_id integer not null,
  source_id integer not null,
  day date not null,
  answers integer not null,
  primary key (account_id, source_id, day),
  foreign key (account_id, source_id) references sources (account_id, id) on delete cascade
);

-- Counts and sums that reports add up: of all agents together in columns that the key's index holds too, and
-- of each agent in `by_agent`, five numbers for each of `agents` in the same order. `answers` is kept in the
-- brand's own rows (entity 0) alone; a competitor has rows only where it was mentioned.
create table fact_days (
  account_id integer not null,
  brand_id integer not null,
  entity_id integer not null,
  day date not null,
  prompt_id integer not null,
  answers integer not null,
  mentions integer not null,
  sentiment_sum integer not null,
  sentiment_count integer not null,
  position_sum integer not null,
  agents integer[] not null,
  by_agent integer[] not null,
  primary key (account_id, brand_id, entity_id, day, prompt_id)
    include (answers, mentions, sentiment_sum, sentiment_count, position_sum)
);

create table fact_months (
  account_id integer not null,
  brand_id integer not null,
  entity_id integer not null,
  month date not null,
  prompt_id integer not null,
  answers integer not null,
  mentions integer not null,
  sentiment_sum integer not null,
  sentiment_count integer not null,
  position_sum integer not null,
  agents integer[] not null,
  by_agent integer[] not null,
  primary key (account_id, brand_id, entity_id, month, prompt_id)
    include (answers, mentions, sentiment_sum, sentiment_count, position_sum)
);

-- Brands whose stored answers are being read again, newest first: those before `answered_at` and `answer_id`
-- are not yet. A change of settings starts over; the end deletes the row.
create table rereadings (
  account_id integer not null,
  brand_id integer not null,
  answered_at timestamptz(6) not null default 'infinity',
  answer_id bigint not null default 9223372036854775807,
  primary key (account_id, brand_id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade
);

-- The first answers to requests that carried an Idempotency-Key, kept for 24 hours.
create table idempotent_requests (
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  request bytea not null,
  -- json, not jsonb: the same bytes again, in the same order of fields
  response json not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, key)
);
