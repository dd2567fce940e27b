-- All that a market knows. docs/storage.md says what the tables are for and how they may change.
-- Instants are milliseconds since 1970, by this database's clock unless their column says otherwise.
-- Sets of tasks are multiranges of task numbers, so that a million tasks are a few bytes.

create function now_millis() returns bigint
  language sql volatile
  return floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

-- A bag is written as a whole, by whoever has read its latest version.
create table bag (
  id text collate "C" primary key,
  version bigint not null,
  -- Not jsonb: nothing looks inside, and jsonb would sort the keys of maps.
  state json not null,
  -- Null if it need not be woken.
  wake_millis bigint
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index bag_due on bag (wake_millis) where wake_millis is not null;

-- What is sent until its provider has acknowledged it.
create table owed (
  bag text collate "C" not null,
  version bigint not null,
  index integer not null,
  provider text collate "C" not null,
  message json not null,
  serial bigint not null generated always as identity,
  primary key (bag, version, index)
-- Rows come and go, and whoever looks for the oldest passes by the dead until they are swept.
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

create unique index owed_by_age on owed (serial);
create index owed_by_provider on owed (provider, serial);

-- Whose results count for which tasks.
create table counted (
  bag text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  tasks int4multirange not null,
  primary key (bag, round, attempt, provider)
);

-- What the user was to be told of a bag, and since which version.
create table news (
  bag text collate "C" not null,
  version bigint not null,
  index integer not null,
  at_millis bigint not null default now_millis(),
  effect json not null,
  primary key (bag, version, index)
);

-- Who may hand in bags. A token is kept as its SHA-256 only; without one the person can do nothing.
create table person (
  id text collate "C" primary key,
  token_hash bytea unique
);

-- Which bag a person's key stands for, what its tasks are, and what was wanted of it.
create table submission (
  bag text collate "C" primary key references bag deferrable initially deferred,
  person text collate "C" not null references person,
  -- Chosen by the client, so that handing in twice is handing in once.
  client_key text collate "C" not null,
  name text not null,
  work_order json not null,
  wish json not null,
  created_millis bigint not null default now_millis(),
  unique (person, client_key)
);

create index submission_by_age on submission (person, created_millis desc, bag desc);

create table provider (
  id text collate "C" primary key,
  added_millis bigint not null default now_millis(),
  revoked_millis bigint
);

-- Tokens, as their SHA-256, each of which lets an agent get its first certificate. Gone once used.
create table enrolment (
  token_hash bytea primary key,
  provider text collate "C" not null references provider,
  until_millis bigint not null
);

-- Servers that run on this database; one that starts again is another one.
create table replica (
  id text collate "C" primary key,
  address text not null,
  heartbeat_millis bigint not null
);

-- On which replica each agent hangs.
create table stream (
  provider text collate "C" primary key,
  replica text collate "C" not null references replica on delete cascade,
  since_millis bigint not null default now_millis()
);

create index stream_by_replica on stream (replica);

-- Content in pieces. It becomes a blob when it is complete and its digest is right.
create table upload (
  id bigint generated always as identity primary key,
  begun_millis bigint not null default now_millis()
);

create table chunk (
  upload bigint not null references upload on delete cascade,
  index integer not null,
  content bytea not null,
  primary key (upload, index)
);

-- Packs are compressed already.
alter table chunk alter column content set storage external;

create table blob (
  digest text collate "C" primary key,
  bytes bigint not null,
  upload bigint not null unique references upload
);

-- Results of a reservation's tasks; they count for those that "counted" gives to that reservation.
create table pack (
  bag text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  digest text collate "C" not null references blob,
  tasks int4multirange not null,
  outcomes json not null,
  serial bigint not null generated always as identity,
  primary key (bag, round, attempt, provider, digest)
);

-- What all replicas must share and nobody else may know.
create table secret (
  name text collate "C" primary key,
  content text not null
);
