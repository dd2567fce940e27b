-- When results came, so that people see how far a provider was by when. Nothing is known of those before.
alter table pack add column stored_millis bigint;
alter table pack alter column stored_millis set default now_millis();
