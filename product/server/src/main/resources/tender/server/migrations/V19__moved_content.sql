-- Content that moves between PostgreSQL and an object store (tender server move-content). docs/operate/content.md explains it.

-- The upload whose content this one will have; null when the copy is complete and in use. So no content is copied twice, and what an
-- interrupted move has left is found.
alter table upload add column copy_of bigint;
create unique index upload_copy on upload (copy_of) where copy_of is not null;
