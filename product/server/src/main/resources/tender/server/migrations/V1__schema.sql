-- All tables of a market. docs/operate/storage.md explains them and how they may change.
-- Instants are milliseconds since 1970 by this database's clock, unless the column says otherwise.
-- Sets of tasks are multiranges of task indexes, so that a million tasks take a few bytes.

create function now_millis() returns bigint
  language sql volatile
  return floor(extract(epoch from clock_timestamp()) * 1000)::bigint;

-- Bags and their messages

-- A bag is written as a whole, and only by a server that has read its latest version.
create table bag (
  id text collate "C" primary key,
  version bigint not null,
  -- Not jsonb: no query needs an index into it, and jsonb would reorder the keys of maps.
  state json not null,
  -- When the bag's next timer fires; null if it has none.
  timer_millis bigint,
  -- Written with the state, so that an auction cycle finds the bidding bags without reading the others.
  bidding boolean not null default false
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);

create index bag_by_timer on bag (timer_millis) where timer_millis is not null;
create index bag_bidding on bag (id) where bidding;

-- Messages to providers. The server sends each until the provider's agent acknowledges it.
create table outbox (
  bag text collate "C" not null,
  version bigint not null,
  index integer not null,
  provider text collate "C" not null,
  message json not null,
  serial bigint not null generated always as identity,
  primary key (bag, version, index)
-- Rows are short-lived, and a scan for the oldest reads dead rows until they are vacuumed.
) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

create unique index outbox_by_age on outbox (serial);
create index outbox_by_provider on outbox (provider, serial);

-- Which reservation's results were accepted for which tasks.
create table accepted_result (
  bag text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  tasks int4multirange not null,
  primary key (bag, round, attempt, provider)
);

-- What happened to a bag, by the version of the bag that recorded it.
create table bag_history (
  bag text collate "C" not null,
  version bigint not null,
  index integer not null,
  at_millis bigint not null default now_millis(),
  effect json not null,
  primary key (bag, version, index)
);

-- The latest report of failed attempts of each part. A report contains all attempts so far.
create table failure_report (
  bag text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  -- How many attempts have failed, so that a delayed older report does not replace a newer one.
  attempts integer not null,
  report json not null,
  stored_millis bigint not null default now_millis(),
  primary key (bag, round, attempt, provider)
);

-- Every promise and its outcome, read from the bags' states.
create view promise as
select
  bag.id as bag,
  (select min(at_millis) from bag_history
    where bag_history.bag = bag.id and bag_history.effect ->> 'kind' = 'promise-made') as made_millis,
  greatest(
    (bag.state #>> '{promise,composition,deadlineMillis}')::bigint,
    (select max((part ->> 'completionMillis')::bigint)
      from json_array_elements(bag.state #> '{promise,composition,parts}') part)) as completion_millis,
  bag.state #> '{promise,composition,parts}' as parts,
  -- Null while the bag is running.
  bag.state ->> 'ending' as ending,
  case when bag.state ->> 'kind' = 'ended' then (bag.state ->> 'endedMillis')::bigint end as ended_millis,
  -- Null if the promise was kept.
  bag.state #>> '{breach,cause}' as breach_cause,
  -- Null also if tasks exceeded the user's limit, which does not count against the provider.
  case when bag.state #>> '{breach,cause}' <> 'TASKS_EXCEEDED_LIMIT'
    then bag.state #>> '{breach,provider}' end as breach_provider,
  (bag.state #>> '{breach,endedMillis}')::bigint - (bag.state #>> '{breach,promisedMillis}')::bigint as late_millis
from bag
where json_typeof(bag.state -> 'promise') = 'object';

-- Users and submissions

-- Users may submit bags. Only the SHA-256 of a token is stored; without a token a user has no access.
create table market_user (
  id text collate "C" primary key,
  token_hash bytea unique
);

-- Which bag a user's idempotency key refers to, with the bag's work order and requirements.
create table submission (
  bag text collate "C" primary key references bag deferrable initially deferred,
  user_id text collate "C" not null references market_user,
  -- Chosen by the client, so that a repeated request creates no second bag.
  client_key text collate "C" not null,
  name text not null,
  work_order json not null,
  requirements json not null,
  created_millis bigint not null default now_millis(),
  unique (user_id, client_key)
);

create index submission_by_age on submission (user_id, created_millis desc, bag desc);

-- Providers and replicas

create table provider (
  id text collate "C" primary key,
  added_millis bigint not null default now_millis(),
  enrolled_millis bigint,
  revoked_millis bigint
);

-- SHA-256 of enrolment tokens. A token gives an agent its first certificate and is deleted when used.
create table enrolment (
  token_hash bytea primary key,
  provider text collate "C" not null references provider,
  expires_millis bigint not null
);

-- Servers that run on this database. A server gets a new id at every start.
create table replica (
  id text collate "C" primary key,
  heartbeat_millis bigint not null
);

-- To which replica each agent is connected.
create table agent_connection (
  provider text collate "C" primary key,
  replica text collate "C" not null references replica on delete cascade,
  connected_millis bigint not null default now_millis()
);

create index agent_connection_by_replica on agent_connection (replica);

-- Secrets that all replicas share, such as the key of the certificate authority.
create table secret (
  name text collate "C" primary key,
  content text not null
);

-- Content

-- Content in chunks. An upload becomes a blob when it is complete and its digest is verified.
create table upload (
  id bigint generated always as identity primary key,
  started_millis bigint not null default now_millis()
);

create table chunk (
  upload bigint not null references upload on delete cascade,
  index integer not null,
  content bytea not null,
  primary key (upload, index)
);

-- Packs are already compressed.
alter table chunk alter column content set storage external;

create table blob (
  digest text collate "C" primary key,
  bytes bigint not null,
  upload bigint not null unique references upload
);

-- Results of a reservation's tasks. They count for the tasks that accepted_result assigns to that reservation.
create table pack (
  bag text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  digest text collate "C" not null references blob,
  tasks int4multirange not null,
  outcomes json not null,
  serial bigint not null generated always as identity,
  stored_millis bigint not null default now_millis(),
  primary key (bag, round, attempt, provider, digest)
);

-- Users' requests for outputs that were too large for the results and are kept by their providers.
create table kept_output_request (
  id bigint generated always as identity primary key,
  bag text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  task_index integer not null,
  path text not null,
  -- Null until the provider has sent something.
  total_bytes bigint,
  received_bytes bigint not null default 0,
  read_bytes bigint not null default 0,
  unavailable boolean not null default false,
  expires_millis bigint not null
);

create index kept_output_request_by_provider on kept_output_request (provider);

-- What providers have sent of them and users have not read yet.
create table kept_output_piece (
  request bigint not null references kept_output_request on delete cascade,
  from_byte bigint not null,
  content bytea not null,
  primary key (request, from_byte)
);

-- Auction

-- The latest report of free slots of each provider. A report is used for a few seconds only.
create table published_slots (
  provider text collate "C" primary key,
  report json not null,
  -- By the provider's clock, so that a delayed older report does not replace a newer one.
  published_millis bigint not null,
  stored_millis bigint not null
);

-- The latest auction cycles: shown to users, and read by the next cycle to know which slots are taken.
create table clearing (
  serial bigint generated always as identity primary key,
  at_millis bigint not null,
  content json not null
);

-- Ledger. docs/use/ledger.md explains which transfer is made when. Amounts are thousandths of a credit.

-- 'user:ID', 'provider:ID', 'hold:BAG' (money held for a bag) and 'market', the source of money that
-- an operator deposits. The balances of all accounts add up to zero.
create table account (
  id text collate "C" primary key,
  balance bigint not null default 0,
  -- How far below zero the balance may fall; null if without limit.
  credit_limit bigint default 0,
  constraint credit_limit_not_negative check (credit_limit >= 0)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Each row is both entries of a transfer, so that a transfer is always balanced.
create table transfer (
  serial bigint generated always as identity primary key,
  -- Identifies the reason for the transfer, so that a repeated request moves money once.
  key text collate "C" not null unique,
  kind text not null,
  payer text collate "C" not null,
  payee text collate "C" not null,
  amount bigint not null,
  -- Null if the transfer concerns no bag or no provider.
  bag text collate "C",
  provider text collate "C",
  at_millis bigint not null default now_millis(),
  constraint transfer_valid check (amount > 0 and payer <> payee)
);

create index transfer_by_payer on transfer (payer, serial);
create index transfer_by_payee on transfer (payee, serial);
create index transfer_by_bag on transfer (bag) where kind = 'CHARGE';

create view entry as
  select serial, payer as account, -amount as amount, kind, bag, provider, at_millis from transfer
  union all
  select serial, payee, amount, kind, bag, provider, at_millis from transfer;

-- Accounts are always locked in the order of their ids, so that transactions cannot deadlock.
create function apply_transfers() returns trigger language plpgsql as $$
declare
  expected integer;
  updated integer;
begin
  perform from account
    where id in (select payer from new_transfers union select payee from new_transfers)
    order by id for no key update;
  with entries as (
    select payer as id, -amount as amount from new_transfers
    union all
    select payee, amount from new_transfers),
  sums as (select id, sum(amount)::bigint as amount from entries group by id),
  changed as (
    update account set balance = balance + sums.amount from sums where account.id = sums.id
    returning account.id)
  select (select count(*) from sums), (select count(*) from changed) into expected, updated;
  if expected <> updated then
    raise exception 'Transfers name % accounts, of which % exist.', expected, updated;
  end if;
  return null;
end $$;

create trigger transfers_change_balances after insert on transfer
  referencing new table as new_transfers
  for each statement execute function apply_transfers();

create function reject_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of table % cannot be changed. Insert a reverse transfer instead.', tg_table_name;
end $$;

create trigger transfer_is_immutable before update or delete or truncate on transfer
  for each statement execute function reject_change();

create trigger balance_changes_by_transfer_only before update of balance on account
  for each row when (pg_trigger_depth() = 0 and old.balance <> new.balance)
  execute function reject_change();

-- A limit may be set below an existing debt, which stops new payments: only a balance that falls must
-- stay within the limit.
create function reject_overdraft() returns trigger language plpgsql as $$
begin
  raise exception 'Account % would have the balance %, and its credit limit is %.',
    new.id, new.balance, new.credit_limit
    using errcode = 'check_violation',
      constraint = case when new.id like 'user:%' then 'user_within_credit_limit' else 'account_within_credit_limit' end;
end $$;

create trigger account_within_credit_limit before update of balance on account
  for each row when (new.balance < old.balance and new.balance < -new.credit_limit)
  execute function reject_overdraft();

create function reject_initial_balance() returns trigger language plpgsql as $$
begin
  raise exception 'New account % has the balance %. A new account must have the balance 0.', new.id, new.balance;
end $$;

create trigger account_starts_empty before insert on account
  for each row when (new.balance <> 0) execute function reject_initial_balance();

create trigger account_is_permanent before delete or truncate on account
  for each statement execute function reject_change();

-- Opens an account for every new user and provider. A user has no credit limit until an operator sets
-- one, so that a market without money needs no configuration.
create function open_account() returns trigger language plpgsql as $$
begin
  insert into account (id, credit_limit)
  values (
    case tg_table_name when 'market_user' then 'user:' else 'provider:' end || new.id,
    case tg_table_name when 'market_user' then null else 0 end)
  on conflict do nothing;
  return null;
end $$;

create trigger user_has_account after insert on market_user for each row execute function open_account();
create trigger provider_has_account after insert on provider for each row execute function open_account();

insert into account (id, credit_limit) values ('market', null);
