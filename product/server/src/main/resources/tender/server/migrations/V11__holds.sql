-- Bags of other markets, whose tasks and files are known only when they are committed (docs/decisions/0036-cells.md), and keys of
-- deleted bags.

-- A work order that is not committed yet names the digest of zeros for each file.
create or replace function record_files() returns trigger language plpgsql as $$
begin
  insert into submission_file (bag, user_id, digest)
  select new.bag, new.user_id, named from files_of(new.work_order) named where named <> repeat('0', 64)
  on conflict do nothing;
  return null;
end $$;

create trigger submission_gets_files after update of work_order on submission
  for each row execute function record_files();

-- A bag and its submission are written in one statement, which cannot look for the key of a deleted bag first.
create function reject_key_of_deleted_bag() returns trigger language plpgsql as $$
begin
  if exists (select from deleted_bag where user_id = new.user_id and client_key = new.client_key) then
    raise exception 'The key % of user % belongs to a deleted bag.', new.client_key, new.user_id
      using errcode = 'unique_violation', constraint = 'submission_user_id_client_key_key';
  end if;
  return new;
end $$;

create trigger submission_key_is_new before insert on submission
  for each row execute function reject_key_of_deleted_bag();
