-- The tables of campaign-run-postgresql.json, for lists that outgrow n8n's Data Tables. Columns are those of the Data
-- Tables. Fill gift_rows with COPY, then: SELECT plan_gift_campaign('spring-2026', 'YOUR-SERVICE-KEY', 500000);
-- look at the list and its hash, then: SELECT approve_gift_campaign(1, 'the hash', 'your name');

-- The lists: phone numbers with country code, digits only. A number is once in a campaign.
CREATE TABLE IF NOT EXISTS gift_rows (
	campaign text,
	phone text CHECK (phone ~ '^[1-9][0-9]{7,14}$'),
	mb double precision NOT NULL CHECK (mb > 0),
	operator text NOT NULL DEFAULT '',
	customer text NOT NULL DEFAULT '',
	"timeZone" text NOT NULL DEFAULT 'UTC',
	PRIMARY KEY (campaign, phone)
);
-- Never given to, whenever the number is added.
CREATE TABLE IF NOT EXISTS gift_opt_outs (
	phone text PRIMARY KEY CHECK (phone ~ '^[1-9][0-9]{7,14}$'),
	reason text NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS gift_campaigns (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	name text NOT NULL UNIQUE,
	status text NOT NULL DEFAULT 'planned'
		CHECK (status IN ('planned', 'running', 'paused', 'canceled', 'finished')),
	"serviceKey" text NOT NULL,
	rows int NOT NULL DEFAULT 0,
	megabytes double precision NOT NULL DEFAULT 0,
	budget double precision NOT NULL,
	"startAt" timestamptz NOT NULL,
	"stopAt" timestamptz,
	"quietFrom" text NOT NULL,
	"quietTo" text NOT NULL,
	hash text NOT NULL DEFAULT '',
	"approvedHash" text NOT NULL DEFAULT '',
	"approvedBy" text,
	"approvedAt" timestamptz,
	"plannedAt" timestamptz NOT NULL DEFAULT now(),
	"finishedAt" timestamptz,
	problem text NOT NULL DEFAULT ''
);
CREATE TABLE IF NOT EXISTS gift_batches (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	campaign int NOT NULL REFERENCES gift_campaigns,
	number int NOT NULL,
	status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'held')),
	owner text NOT NULL DEFAULT '',
	"leaseUntil" timestamptz NOT NULL DEFAULT '-infinity',
	rows int NOT NULL,
	megabytes double precision NOT NULL,
	"megabytesBefore" double precision NOT NULL,
	"timeZone" text NOT NULL,
	tries int NOT NULL DEFAULT 0,
	pace int NOT NULL DEFAULT 20,
	seal text NOT NULL,
	list text NOT NULL,
	results text NOT NULL DEFAULT '{}',
	UNIQUE (campaign, number)
);
CREATE INDEX IF NOT EXISTS gift_batches_open ON gift_batches (campaign, number) WHERE status = 'open';
CREATE TABLE IF NOT EXISTS gift_progress (
	id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	campaign int NOT NULL REFERENCES gift_campaigns,
	batch int NOT NULL,
	rows int NOT NULL,
	megabytes double precision NOT NULL,
	given int NOT NULL DEFAULT 0,
	already int NOT NULL DEFAULT 0,
	failed int NOT NULL DEFAULT 0,
	"inDoubt" int NOT NULL DEFAULT 0,
	"optedOut" int NOT NULL DEFAULT 0,
	"givenMb" double precision NOT NULL DEFAULT 0,
	"alreadyMb" double precision NOT NULL DEFAULT 0,
	"failedMb" double precision NOT NULL DEFAULT 0,
	"inDoubtMb" double precision NOT NULL DEFAULT 0,
	reasons text NOT NULL DEFAULT '{}',
	"changedAt" timestamptz,
	UNIQUE (campaign, batch)
);

-- Times as ISO text, as the workflow's expressions read them.
CREATE OR REPLACE FUNCTION gift_iso(moment timestamptz) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
CREATE OR REPLACE VIEW gift_campaigns_iso AS
	SELECT id, name, status, "serviceKey", budget, "quietFrom", "quietTo", "approvedHash",
		gift_iso("stopAt") AS "stopAt", gift_iso("approvedAt") AS "approvedAt"
	FROM gift_campaigns;
CREATE OR REPLACE VIEW gift_batches_iso AS
	SELECT id, campaign, number, status, owner, gift_iso("leaseUntil") AS "leaseUntil", megabytes, "megabytesBefore",
		"timeZone", tries, pace, seal, list, results
	FROM gift_batches;

CREATE OR REPLACE FUNCTION gift_hash(VARIADIC parts text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT encode(sha256(convert_to(array_to_string(parts, E'\n'), 'UTF8')), 'hex')
$$;

-- Cuts the rows of a campaign into batches of 100 of one time zone. It gives nothing until it's approved.
CREATE OR REPLACE FUNCTION plan_gift_campaign(
	name text, service text, budget double precision, starts timestamptz DEFAULT now(),
	stops timestamptz DEFAULT NULL, quiet_from text DEFAULT '', quiet_to text DEFAULT ''
) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
	planned int;
	list_hash text;
BEGIN
	INSERT INTO gift_campaigns (name, "serviceKey", budget, "startAt", "stopAt", "quietFrom", "quietTo")
	VALUES (name, service, budget, starts, stops, quiet_from, quiet_to) RETURNING id INTO planned;
	INSERT INTO gift_batches (campaign, number, rows, megabytes, "megabytesBefore", "timeZone", seal, list)
	SELECT planned, row_number() OVER cut, count, sum, coalesce(sum(sum) OVER before, 0), zone, '', list
	FROM (
		SELECT zone, n / 100 AS part, count(*), sum(mb), json_agg(json_build_object(
			'phone', phone, 'mb', mb, 'operator', operator, 'customer', customer) ORDER BY n)::text AS list
		FROM (
			SELECT *, "timeZone" AS zone, row_number() OVER (PARTITION BY "timeZone" ORDER BY phone) - 1 AS n
			FROM gift_rows WHERE campaign = plan_gift_campaign.name
		) AS numbered
		GROUP BY zone, part
	) AS batches
	WINDOW cut AS (ORDER BY zone, part),
		before AS (ORDER BY zone, part ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING);
	SELECT gift_hash(VARIADIC ARRAY[name, service] || array_agg(gift_hash(list) ORDER BY number)) INTO list_hash
	FROM gift_batches WHERE campaign = planned;
	UPDATE gift_batches SET seal = gift_hash(list_hash, plan_gift_campaign.name, service, number::text, list)
	WHERE campaign = planned;
	INSERT INTO gift_progress (campaign, batch, rows, megabytes)
	SELECT campaign, number, b.rows, b.megabytes FROM gift_batches b WHERE campaign = planned;
	UPDATE gift_campaigns c SET hash = list_hash, (rows, megabytes) =
		(SELECT coalesce(sum(b.rows), 0), coalesce(sum(b.megabytes), 0) FROM gift_batches b WHERE campaign = planned)
	WHERE id = planned;
	RETURN planned;
END $$;

-- Approves exactly the list whose hash was shown, and says whether it did.
CREATE OR REPLACE FUNCTION approve_gift_campaign(planned int, shown text, by text) RETURNS boolean
LANGUAGE sql AS $$
	WITH approved AS (
		UPDATE gift_campaigns SET "approvedHash" = hash, "approvedBy" = by, "approvedAt" = now(), status = 'running'
		WHERE id = planned AND hash = shown AND status = 'planned' RETURNING id
	)
	SELECT EXISTS (SELECT FROM approved)
$$;
