-- The source with the domain '' counts the answers of an agent that cite anything: the whole of which the
-- answers that cite one domain are a part.
insert into sources (account_id, brand_id, domain, agent_id, type, answers)
select account_id, brand_id, '', agent_id, 'other', count(*)
from answers where domains <> '{}'
group by account_id, brand_id, agent_id;

insert into source_days (account_id, source_id, day, answers)
select a.account_id, s.id, (a.answered_at at time zone 'UTC')::date, count(*)
from answers a
join sources s on s.account_id = a.account_id and s.brand_id = a.brand_id and s.agent_id = a.agent_id and s.domain = ''
where a.domains <> '{}'
group by a.account_id, s.id, (a.answered_at at time zone 'UTC')::date;
