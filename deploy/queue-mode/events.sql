-- What the step “First time?” writes: each event once, whichever process hears it first.
CREATE TABLE IF NOT EXISTS mobile_billing_events (
	event text PRIMARY KEY,
	execution text NOT NULL,
	claimed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS mobile_billing_events_claimed_at ON mobile_billing_events (claimed_at);
