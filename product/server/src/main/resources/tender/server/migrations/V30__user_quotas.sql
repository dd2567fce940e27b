-- Quotas that an operator sets for single users; null where those of the market hold (quotas in server.yaml).

alter table market_user
  add column max_open_bags integer check (max_open_bags > 0),
  add column max_open_tasks bigint check (max_open_tasks > 0),
  add column max_stored_bytes bigint check (max_stored_bytes > 0),
  add column max_requests_per_second integer check (max_requests_per_second > 0),
  add column max_event_streams integer check (max_event_streams > 0);
