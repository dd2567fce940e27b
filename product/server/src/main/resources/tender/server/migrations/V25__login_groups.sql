-- The groups of a person at the identity provider, as of the last login or confirmation of a session. A server of an earlier version does not change them.
alter table login_identity add column groups text[] collate "C" not null default '{}';
