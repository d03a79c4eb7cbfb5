-- First position of every new millisecond; at_ms only grows with position.
create table moments (
  position {position} not null,
  line {index} not null,
  at_ms {position} not null,
  primary key (position, line)
);
create index moments_at on moments (at_ms);
