-- First position of every new millisecond; at_ms only grows with position.
create table moments (
  position bigint not null,
  line int not null,
  at_ms bigint not null,
  primary key (position, line)
);
create index moments_at on moments (at_ms);
