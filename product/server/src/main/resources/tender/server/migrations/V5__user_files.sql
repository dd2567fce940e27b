-- Which input files each user has uploaded. Content is stored once, but a user can use only what that user has
-- uploaded: a digest alone gives no access, and result packs are not input files.
create table user_file (
  user_id text collate "C" not null references market_user,
  digest text collate "C" not null references blob,
  uploaded_millis bigint not null default now_millis(),
  primary key (user_id, digest)
);

-- Files that were uploaded earlier belong to the users whose bags name them.
insert into user_file (user_id, digest)
select distinct submission.user_id, blob.digest
from submission,
  lateral (
    select input ->> 'digest' as digest from json_array_elements(submission.work_order -> 'inputs') input
    union all
    select submission.work_order #>> '{taskList,file}') named
  join blob on blob.digest = named.digest;
