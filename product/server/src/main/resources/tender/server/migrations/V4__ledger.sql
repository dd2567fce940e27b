-- The ledger. docs/ledger.md says what is booked when. Amounts are thousandths of a credit.

-- Whose money it is: 'person:ID', 'provider:ID', 'held:BAG' (what is set aside for a bag), and
-- 'market', from which money comes that an operator gives out. All together always have nothing.
create table account (
  id text collate "C" primary key,
  balance bigint not null default 0,
  -- Null if it may fall without end.
  lowest bigint default 0,
  constraint person_covers check (id not like 'person:%' or balance >= lowest),
  constraint account_covers check (id like 'person:%' or balance >= lowest),
  constraint lowest_is_no_credit check (lowest <= 0)
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

-- Money that moved: each row is both of its entries, so that no transfer can fail to balance.
create table transfer (
  serial bigint generated always as identity primary key,
  -- What it is for, so that what is said twice moves once.
  key text collate "C" not null unique,
  kind text not null,
  payer text collate "C" not null,
  payee text collate "C" not null,
  amount bigint not null,
  -- Null if it is about no bag, or no provider.
  bag text collate "C",
  provider text collate "C",
  at_millis bigint not null default now_millis(),
  constraint something_moves check (amount > 0 and payer <> payee)
);

create index transfer_by_payer on transfer (payer, serial);
create index transfer_by_payee on transfer (payee, serial);
create index transfer_by_bag on transfer (bag) where kind = 'CHARGE';

create view entry as
  select serial, payer as account, -amount as amount, payee as other, kind, bag, provider, at_millis from transfer
  union all
  select serial, payee, amount, payer, kind, bag, provider, at_millis from transfer;

-- Accounts are always locked in the order of their names, so that no two wait for each other.
create function move_money() returns trigger language plpgsql as $$
declare
  wanted integer;
  moved integer;
begin
  perform from account
    where id in (select payer from fresh union select payee from fresh)
    order by id for no key update;
  with entries as (
    select payer as id, -amount as amount from fresh
    union all
    select payee, amount from fresh),
  sums as (select id, sum(amount)::bigint as amount from entries group by id),
  changed as (
    update account set balance = balance + sums.amount from sums where account.id = sums.id
    returning account.id)
  select (select count(*) from sums), (select count(*) from changed) into wanted, moved;
  if wanted <> moved then
    raise exception 'Money was to move on % accounts, of which there are %.', wanted, moved;
  end if;
  return null;
end $$;

create trigger money_moves after insert on transfer
  referencing new table as fresh
  for each statement execute function move_money();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'What was booked in % stays as it is; book the opposite instead.', tg_table_name;
end $$;

create trigger booked_for_good before update or delete or truncate on transfer
  for each statement execute function refuse_change();

-- A balance is what transfers made of it, and nothing else.
create trigger balance_by_transfer before update of balance on account
  for each row when (pg_trigger_depth() = 0 and old.balance <> new.balance)
  execute function refuse_change();

create function refuse_gift() returns trigger language plpgsql as $$
begin
  raise exception 'A new account has nothing, and % is to have %.', new.id, new.balance;
end $$;

create trigger account_begins_empty before insert on account
  for each row when (new.balance <> 0) execute function refuse_gift();

create trigger account_stays before delete or truncate on account
  for each statement execute function refuse_change();

-- Whoever is added has an account, also by a server of an older version.
create function open_account() returns trigger language plpgsql as $$
begin
  -- People may owe without end until an operator limits it, so that who needs no money has no work.
  insert into account (id, lowest)
  values (tg_table_name || ':' || new.id, case tg_table_name when 'person' then null else 0 end)
  on conflict do nothing;
  return null;
end $$;

create trigger person_has_account after insert on person for each row execute function open_account();
create trigger provider_has_account after insert on provider for each row execute function open_account();

insert into account (id, lowest) values ('market', null);
insert into account (id, lowest) select 'person:' || id, null from person;
insert into account (id) select 'provider:' || id from provider;
