-- How long a game was played, in how many rounds, and the words that everybody may read; to whom something was done.
alter table chronicle add column seconds bigint, add column rounds bigint, add column words words;
alter table boasts add column other bigint;
