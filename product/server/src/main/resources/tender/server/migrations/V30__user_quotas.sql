-- Quotas that an operator sets for single users; null where those of the market hold (quotas in server.yaml).
-- The names differ from those of projects, which statements join with users, also those of older servers.

alter table market_user
  add column quota_open_bags integer check (quota_open_bags > 0),
  add column quota_open_tasks bigint check (quota_open_tasks > 0),
  add column quota_stored_bytes bigint check (quota_stored_bytes > 0),
  add column quota_requests_per_second integer check (quota_requests_per_second > 0),
  add column quota_event_streams integer check (quota_event_streams > 0);
