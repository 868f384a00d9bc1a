-- Asking the agents. Amounts of money are whole millionths of a US dollar.

alter table accounts add column monthly_limit_micros bigint;

-- The raw response of an answer is kept with the run that it came from.
alter table answers drop column raw;
-- Pages that the agent looked at and did not cite.
alter table answers add column consulted jsonb not null default '[]';

-- What is asked of whom and when. A brand without a row has the plan of domain/plan.ts, which asks by itself nothing.
create table plans (
  account_id integer not null,
  brand_id integer not null,
  active char(1) not null check (active in ('Y', 'N')),
  -- null: every agent that a connection is set up for
  agents jsonb,
  per text not null check (per in ('day', 'week')),
  times smallint not null,
  hour smallint not null,
  time_zone text not null,
  samples smallint not null,
  country text,
  language text,
  monthly_limit_micros bigint,
  -- slots before this one are never planned: the schedule was changed or switched on then
  scheduled_at timestamptz(6) not null,
  -- the name of the last slot that was planned, so that a look at a plan is mostly one row
  planned text not null default '',
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, brand_id),
  foreign key (account_id, brand_id) references brands (account_id, id) on delete cascade
);
create index plans_active on plans (account_id, brand_id) where active = 'Y';

-- One planned asking: prompt, agent and `name`, the planned time in the plan's own clock, or the instant at
-- which a person asked for it. The unique row is what makes asking twice impossible.
create table slots (
  account_id integer not null,
  id bigint generated always as identity,
  brand_id integer not null,
  prompt_id integer not null,
  agent_id integer not null references agents (id),
  name text not null,
  sample smallint not null,
  is_planned boolean not null,
  connection text not null,
  state text not null default 'waiting' check (state in ('waiting', 'asking', 'answered', 'failed', 'skipped')),
  -- when it may be taken: the planned time, the end of a wait, or the end of the lease of the process that asks
  next_at timestamptz(6) not null,
  attempts smallint not null default 0,
  -- the run that fills it at present
  run_id bigint,
  -- why it was skipped
  reason text not null default '',
  planned_for timestamptz(6) not null,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, brand_id, prompt_id) references prompts (account_id, brand_id, id) on delete cascade,
  unique (account_id, prompt_id, agent_id, name, sample)
);
create index slots_open on slots (connection, next_at, id) where state in ('waiting', 'asking');
create index slots_brand on slots (account_id, brand_id, id desc);

-- One attempt to fill a slot. The responses are kept, compressed, before they are parsed.
create table runs (
  account_id integer not null,
  id bigint generated always as identity,
  brand_id integer not null,
  slot_id bigint not null,
  connection text not null,
  model text not null,
  state text not null default 'asking' check (state in ('asking', 'received', 'answered', 'failed', 'lost')),
  failure text,
  message text not null default '',
  started_at timestamptz(6) not null,
  received_at timestamptz(6),
  -- gzip of JSON: the vendor's responses in order, headers and all
  exchanges bytea,
  reserved_micros bigint not null,
  cost_micros bigint,
  -- model, finish reason, tokens and the like, as the vendor states them
  facts jsonb not null default '{}',
  answer_id bigint,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  foreign key (account_id, slot_id) references slots (account_id, id) on delete cascade
);
create index runs_brand on runs (account_id, brand_id, id desc);
create index runs_slot on runs (account_id, slot_id);
create index runs_answer on runs (account_id, answer_id) where answer_id is not null;

-- What a brand's asking costs in a UTC month. A deleted brand's money stays spent, so it refers to no brand.
create table spending (
  account_id integer not null references accounts (id) on delete cascade,
  brand_id integer not null,
  month date not null,
  reserved_micros bigint not null default 0,
  spent_micros bigint not null default 0,
  primary key (account_id, brand_id, month)
);

-- Connections that must not be asked at present, of one account: until a time, or until the key changes or a
-- person resumes them.
create table pauses (
  account_id integer not null references accounts (id) on delete cascade,
  connection text not null,
  failure text not null,
  message text not null,
  until timestamptz(6),
  -- of the key that failed
  key_hash bytea,
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, connection)
);

-- Keys of vendors that an account brought itself, sealed with the service's secret.
create table vendor_keys (
  account_id integer not null references accounts (id) on delete cascade,
  id integer generated always as identity,
  connection text not null,
  sealed bytea,
  last_four text not null,
  base_url text not null default '',
  created_at timestamptz(6) not null default clock_timestamp(),
  primary key (account_id, id),
  unique (account_id, connection)
);
