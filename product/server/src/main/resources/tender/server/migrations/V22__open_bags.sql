-- How many bags of a user are open is counted before each submission (quotas in server.yaml).

-- The user of the bag; null for bags that ended before this version, or that a server of an earlier version has written.
alter table bag add column submitter text collate "C";
update bag set submitter = submission.user_id from submission where submission.bag = bag.id and bag.ended_millis is null;
create index bag_open on bag (submitter) where ended_millis is null;
