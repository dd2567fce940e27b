-- Content in an object store. docs/decisions/0039-object-storage.md explains it.

-- The name of the object that has the bytes of an upload; null if they are in chunks. And whether the bytes are being deleted: from
-- then on the upload cannot become a blob.
alter table upload add column object text collate "C", add column deleting boolean not null default false;
