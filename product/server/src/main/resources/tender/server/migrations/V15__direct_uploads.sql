-- Content that users and agents send to the object store without the server. docs/decisions/0040-direct-transfers.md explains it.

alter table upload
  -- The user or part that sends the content, such as 'user/anna'; null if a server sends it, or if the upload was dropped.
  add column owner text collate "C",
  -- What the owner says that it is. The server does not read the content.
  add column digest text collate "C",
  add column bytes bigint,
  add column part_bytes bigint,
  -- The store's id of the upload; null until it is begun there.
  add column multipart text collate "C";

-- An upload is a day old when its owner has not asked for it for a day (started_millis). It is in use (is_blob) if a blob or a row of
-- another table refers to it.
create unique index upload_of_owner on upload (owner, digest) where owner is not null and not is_blob and not deleting;

-- Content to which a row referred is deleted. A trigger, because each table that refers to uploads needs it.
create function release_upload() returns trigger language plpgsql as $$
begin
  update upload set is_blob = false, owner = null, started_millis = 0 where id = old.upload;
  return null;
end $$;

-- A file is a blob, which a server has verified and all users share who have sent it, or an upload of its user.
alter table user_file drop constraint user_file_digest_fkey;
alter table user_file
  add column upload bigint unique references upload,
  add column blob text collate "C" generated always as (case when upload is null then digest end) stored;
alter table user_file add constraint user_file_digest_fkey foreign key (blob) references blob;
create index user_file_by_blob on user_file (blob);

create trigger user_file_releases_upload after delete on user_file
  for each row when (old.upload is not null) execute function release_upload();
