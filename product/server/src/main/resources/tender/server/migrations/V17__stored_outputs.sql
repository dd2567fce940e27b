-- Outputs of tasks that agents have sent to the object store without the server. docs/decisions/0040-direct-transfers.md explains it.

-- An output is a result of its task if accepted_result assigns the task to its part.
create table stored_output (
  bag text collate "C" not null,
  -- The position of the task in the bag.
  task integer not null,
  path text collate "C" not null,
  round integer not null,
  attempt integer not null,
  provider text collate "C" not null,
  -- What the provider says that it is. The server does not read the content.
  digest text collate "C" not null,
  bytes bigint not null,
  upload bigint not null unique references upload,
  primary key (bag, task, path, round, attempt, provider)
);

create trigger stored_output_releases_upload after delete on stored_output
  for each row execute function release_upload();
