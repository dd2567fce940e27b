-- The audit log: who did what, from where, with the result. docs/operate/audit.md explains it.

create table audit_entry (
  -- Without gaps.
  number bigint primary key,
  at_millis bigint not null,
  actor text collate "C" not null,
  address text collate "C" not null,
  action text collate "C" not null,
  target text collate "C" not null,
  result text collate "C" not null,
  -- SHA-256 of the hash before and of the other columns, in hexadecimal.
  hash text collate "C" not null
);

create index audit_entry_by_actor on audit_entry (actor, number);

-- One row: the last entry that has expired, with its hash, from which the remaining ones are checked. Each transaction that appends locks it.
create table audit_start (
  number bigint not null,
  hash text collate "C" not null
);
create unique index audit_start_is_one_row on audit_start ((true));
insert into audit_start values (0, repeat('0', 64));

create function reject_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'Entries of the audit log cannot be changed.';
end $$;

create trigger audit_entry_is_immutable before update or truncate on audit_entry
  for each statement execute function reject_audit_change();

-- The oldest entries can expire, if the start of the log has moved behind them.
create function reject_audit_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from deleted, audit_start where deleted.number > audit_start.number) then
    raise exception 'Entries of the audit log cannot be deleted: only expired ones can.';
  end if;
  return null;
end $$;

create trigger audit_entry_is_permanent after delete on audit_entry
  referencing old table as deleted for each statement execute function reject_audit_deletion();

create function reject_audit_start() returns trigger language plpgsql as $$
begin
  if new.number < old.number then
    raise exception 'The start of the audit log cannot move back.';
  end if;
  return new;
end $$;

create trigger audit_start_moves_forward before update on audit_start
  for each row execute function reject_audit_start();
create trigger audit_start_is_permanent before delete or truncate on audit_start
  for each statement execute function reject_audit_change();
