-- Lists that read no bag states, and the deletion of ended bags with everything that belongs to them. docs/operate/storage.md
-- explains it, and docs/decisions/0034-retention.md says why rows are deleted in steps.

-- Filling the new columns may take longer than a statement of the server may.
set local statement_timeout = 0;
set local lock_timeout = 0;

-- Lists

alter table bag
  -- What lists show of the bag. Written with the state; null or with another version if an older server has written the bag.
  add column summary json,
  -- How long the bag is kept after its end; null if its user gave no time.
  add column keep_millis bigint,
  -- Null while the bag is open.
  add column ended_millis bigint generated always as (
    case when state ->> 'kind' = 'ended' then (state ->> 'endedMillis')::bigint end) stored;

create index bag_by_end on bag (ended_millis) where ended_millis is not null and keep_millis is null;
create index bag_by_kept_end on bag ((ended_millis + keep_millis)) where ended_millis is not null and keep_millis is not null;

alter table submission
  -- What lists need of the work order; null for bags of older servers.
  add column listed_work json,
  -- When the user deleted the bag; its rows are deleted soon after.
  add column deleted_millis bigint;

create index submission_by_creation on submission (created_millis desc, bag desc);
create index submission_sharing on submission (user_id, created_millis desc, bag desc)
  where requirements ->> 'bidStrategy' is not null;

-- Whether a task of the pack failed or has no output; null for packs of older servers.
alter table pack add column has_failures boolean;
create index pack_with_failures on pack (bag) where has_failures is not false;

-- How many outcomes of deleted bags used the provider's offers, and how many did not. The sums that were there already
-- include deleted bags.
alter table provider_record
  add column deleted_used bigint not null default 0,
  add column deleted_unused bigint not null default 0;
create index offer_outcome_by_use on offer_outcome (provider, used);
create index offer_outcome_by_bag on offer_outcome (bag);

-- Files

-- The input files of each bag. A file that a bag names cannot be deleted.
create table submission_file (
  bag text collate "C" not null,
  user_id text collate "C" not null,
  digest text collate "C" not null,
  primary key (bag, digest),
  constraint submission_file_uploaded foreign key (user_id, digest) references user_file
);

create index submission_file_by_user on submission_file (user_id, digest);

create function files_of(work_order json) returns setof text language sql immutable as $$
  select input ->> 'digest' from json_array_elements(work_order -> 'inputs') input
  union
  select work_order #>> '{taskList,file}' where work_order #>> '{taskList,file}' is not null
$$;

insert into submission_file (bag, user_id, digest)
select bag, submission.user_id, user_file.digest
from submission, lateral files_of(work_order) as named (digest)
  join user_file on user_file.digest = named.digest
where user_file.user_id = submission.user_id;

-- By a trigger, because servers of the previous version do not write these rows.
create function record_files() returns trigger language plpgsql as $$
begin
  insert into submission_file (bag, user_id, digest)
  select new.bag, new.user_id, named from files_of(new.work_order) named;
  return null;
end $$;

create trigger submission_has_files after insert on submission for each row execute function record_files();

-- Files of users that are deleted at this time unless a bag names them.
create table file_check (
  user_id text collate "C" not null,
  digest text collate "C" not null,
  due_millis bigint not null,
  primary key (user_id, digest)
);

create index file_check_by_time on file_check (due_millis);

insert into file_check (user_id, digest, due_millis)
select user_id, digest, now_millis() + 24 * 3600000 from user_file;

-- Content that may be unused, because a pack or a file of a user that had it was deleted.
create table blob_check (
  digest text collate "C" primary key
);

-- An upload that is not a blob is deleted after a day.
alter table upload add column is_blob boolean not null default false;
update upload set is_blob = true from blob where blob.upload = upload.id;
create index upload_without_blob on upload (started_millis) where not is_blob;

create index pack_by_digest on pack (digest);
create index user_file_by_digest on user_file (digest);

-- Deleted bags

-- A bag that was deleted, until its transfers are deleted too, and for some days at least: a repeated submission with its
-- key creates no second bag, and a repeated deletion succeeds.
create table deleted_bag (
  bag text collate "C" primary key,
  user_id text collate "C" not null,
  client_key text collate "C" not null,
  ended_millis bigint not null,
  deleted_millis bigint not null default now_millis(),
  -- Whether its transfers are in the totals.
  transfers_deleted boolean not null default false,
  unique (user_id, client_key)
);

create index deleted_bag_by_end on deleted_bag (ended_millis) where not transfers_deleted;
create index deleted_bag_by_deletion on deleted_bag (deleted_millis) where transfers_deleted;

-- Ledger

-- What the deleted transfers of each account add up to. Balance = total + remaining entries, for every account.
create table ledger_total (
  account text collate "C" primary key,
  amount bigint not null,
  -- How many entries are in the amount.
  entries bigint not null
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.02);

drop index transfer_by_bag;
create index transfer_by_bag on transfer (bag) where bag is not null;
create index account_with_hold on account (id) where id like 'hold:%' and balance > 0;

-- A transfer for a bag needs the bag. So a repeated transfer of a deleted bag, whose key is no longer known, moves nothing.
create function reject_transfer_without_bag() returns trigger language plpgsql as $$
declare
  missing text;
begin
  select bag into missing from new_transfers
    where bag is not null and not exists (select from bag where bag.id = new_transfers.bag) limit 1;
  if found then
    raise exception 'Bag % does not exist. A transfer for a bag is made when the bag is written.', missing;
  end if;
  return null;
end $$;

create trigger transfer_has_bag after insert on transfer
  referencing new table as new_transfers
  for each statement execute function reject_transfer_without_bag();

-- Transfers can be deleted only together for a bag that is deleted and holds no money. Whichever program deletes them, the
-- trigger adds them to the totals, so that the ledger still adds up. Few of many rows are read, also if statistics are old or
-- most payments have one payer: so never the whole table.
create function carry_transfers_forward() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  wrong text;
begin
  select coalesce(bag, key) into wrong from old_transfers
    where bag is null or exists (select from bag where bag.id = old_transfers.bag) limit 1;
  if found then
    raise exception 'Transfers of % cannot be deleted: only those of deleted bags can. Insert a reverse transfer instead.', wrong;
  end if;
  select bag into wrong from transfer where bag in (select bag from old_transfers) limit 1;
  if found then
    raise exception 'Transfers of bag % cannot be deleted in part.', wrong;
  end if;
  select account.id into wrong from old_transfers join account on account.id = 'hold:' || old_transfers.bag
    where balance <> 0 limit 1;
  if found then
    raise exception 'Account % holds money. Its transfers cannot be deleted.', wrong;
  end if;
  insert into ledger_total as t (account, amount, entries)
  select account, sum(amount), count(*) from (
    select payer as account, -amount as amount from old_transfers
    union all
    select payee, amount from old_transfers) entry
  where account not like 'hold:%'
  group by account order by account
  on conflict (account) do update set amount = t.amount + excluded.amount, entries = t.entries + excluded.entries;
  return null;
end $$;

drop trigger transfer_is_immutable on transfer;
create trigger transfer_is_immutable before update or truncate on transfer
  for each statement execute function reject_change();
create trigger deleted_transfers_are_carried after delete on transfer
  referencing old table as old_transfers
  for each statement execute function carry_transfers_forward();

create trigger total_changes_by_deletion_only before insert or update or delete or truncate on ledger_total
  for each statement when (pg_trigger_depth() = 0) execute function reject_change();

-- Only the empty hold of a deleted bag without transfers can be deleted.
create function reject_account_deletion() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if old.id not like 'hold:%' or old.balance <> 0
    or exists (select from bag where bag.id = substr(old.id, 6))
    or exists (select from transfer where payer = old.id or payee = old.id) then
    raise exception 'Account % cannot be deleted: only the empty hold of a deleted bag can.', old.id;
  end if;
  return old;
end $$;

drop trigger account_is_permanent on account;
create trigger account_is_permanent before truncate on account
  for each statement execute function reject_change();
create trigger account_is_needed before delete on account
  for each row execute function reject_account_deletion();

-- Deleted rows leave space that is used again after a vacuum, which must not wait for a fifth of a large table.
alter table accepted_result set (autovacuum_vacuum_scale_factor = 0.05);
alter table bag_history set (autovacuum_vacuum_scale_factor = 0.05);
alter table failure_report set (autovacuum_vacuum_scale_factor = 0.05);
alter table submission set (autovacuum_vacuum_scale_factor = 0.05);
alter table submission_file set (autovacuum_vacuum_scale_factor = 0.05);
alter table pack set (autovacuum_vacuum_scale_factor = 0.05);
alter table upload set (autovacuum_vacuum_scale_factor = 0.05);
alter table chunk set (autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05);
alter table blob set (autovacuum_vacuum_scale_factor = 0.05);
alter table offer_outcome set (autovacuum_vacuum_scale_factor = 0.05);
alter table transfer set (autovacuum_vacuum_scale_factor = 0.05);
