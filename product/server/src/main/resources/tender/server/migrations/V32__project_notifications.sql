-- Managers of a project are notified of the warnings about its budget. docs/use/notifications.md explains notifications.

-- When a server has recorded the notifications of a warning; null before. Old warnings are not notified.
alter table project_event add column notified_millis bigint;
update project_event set notified_millis = at_millis;
create index project_event_to_notify on project_event (serial) where notified_millis is null;

-- Channels that are notified of all events are notified of this one too.
update notification_channel set events = array_append(events, 'project-budget')
where events @> array['promised', 'late', 'promise-broken', 'tasks-failed', 'done', 'ended', 'budget']
  and not events @> array['project-budget'];
