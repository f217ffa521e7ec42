-- Leagues: their games and what these give; standings are computed from places. Days are empty where there is none.
create table leagues (
    id bigint primary key, group_id bigint not null, name words not null, since words not null, until words not null,
    kinds words not null, points words not null, best bigint not null
);
create index leagues_of_group on leagues (group_id);
