-- Notifications. docs/use/notifications.md explains them.

-- Where a user's notifications are sent.
create table notification_channel (
  id bigint primary key generated always as identity,
  user_id text collate "C" not null references market_user,
  name text collate "C" not null,
  kind text collate "C" not null check (kind in ('webhook', 'email')),
  -- A URL or an e-mail address.
  address text collate "C" not null,
  events text[] not null,
  created_millis bigint not null default now_millis(),
  -- Of a webhook, with which its requests are signed; encrypted if the market has a key.
  secret text collate "C",
  -- Null until the user has entered the code that was sent to the address.
  confirmed_millis bigint default now_millis(),
  code_hash bytea,
  code_expires_millis bigint,
  wrong_codes integer not null default 0,
  -- One server sends to a channel at a time.
  claimed_until_millis bigint not null default 0,
  -- Nothing is sent before: attempts have failed, or a mail was just sent.
  retry_millis bigint not null default 0,
  failures integer not null default 0,
  unique (user_id, name)
);

-- Which events of a bag were notified, so that each is once. Only bags of users with channels have rows.
create table notification_event (
  bag text collate "C" not null,
  event text collate "C" not null,
  primary key (bag, event)
);

-- Written in the statement that writes the bag.
create table notification_delivery (
  id bigint primary key generated always as identity,
  channel bigint not null references notification_channel on delete cascade,
  event_id text collate "C" not null,
  event text collate "C" not null,
  bag text collate "C",
  bag_name text,
  at_millis bigint not null default now_millis(),
  data json not null,
  attempts integer not null default 0,
  -- Not sent before.
  next_millis bigint not null default 0,
  -- Null while it waits.
  ended_millis bigint,
  is_delivered boolean not null default false,
  -- Of the last attempt.
  error text,
  unique (channel, event_id)
-- Rows are short-lived.
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

create index notification_waiting on notification_delivery (channel, attempts, id) where ended_millis is null;
create index notification_ended on notification_delivery (ended_millis) where ended_millis is not null;

-- What was delivered is deleted with its bag.
create index notification_by_bag on notification_delivery (bag) where ended_millis is not null;

-- Codes that were sent, so that an address is not flooded.
create table notification_code (
  address text collate "C" not null,
  user_id text collate "C" not null,
  at_millis bigint not null default now_millis()
);

create index notification_code_by_address on notification_code (lower(address), at_millis);
create index notification_code_by_age on notification_code (at_millis);
