-- Packs of small input files are files of their bag too: a bag names them as long as it is stored.

create or replace function files_of(work_order json) returns setof text language sql immutable as $$
  select input ->> 'digest' from json_array_elements(work_order -> 'inputs') input
  union
  select pack ->> 'digest' from json_array_elements(work_order -> 'inputPacks') pack
  union
  select work_order #>> '{taskList,file}' where work_order #>> '{taskList,file}' is not null
$$;

insert into submission_file (bag, user_id, digest)
select bag, submission.user_id, user_file.digest
from submission, lateral files_of(work_order) as named (digest)
  join user_file on user_file.digest = named.digest
where user_file.user_id = submission.user_id and work_order -> 'inputPacks' is not null
on conflict do nothing;
