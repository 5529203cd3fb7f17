CREATE TABLE "alert_person" (
	"subject" text PRIMARY KEY NOT NULL,
	"time_zone" text NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"feed_key" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alert_person_feed_key_unique" UNIQUE("feed_key")
);
--> statement-breakpoint
COMMENT ON TABLE "alert_person" IS 'Hours without mails, `HH:mm` in the time zone of the person, and the secret of their feed.';
--> statement-breakpoint
CREATE TABLE "alert_rule" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" text NOT NULL,
	"name" text,
	"loc_ndx" integer NOT NULL REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"parameter_ndx" smallint NOT NULL,
	"terms" jsonb NOT NULL,
	"muted_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "alert_rule_subject_index" ON "alert_rule" USING btree ("subject");
--> statement-breakpoint
CREATE INDEX "alert_rule_loc_ndx_index" ON "alert_rule" USING btree ("loc_ndx","parameter_ndx");
--> statement-breakpoint
COMMENT ON COLUMN "alert_rule"."terms" IS 'When it fires: `AlertTerms` of the contract.';
--> statement-breakpoint
CREATE TABLE "alert_state" (
	"rule_id" uuid PRIMARY KEY NOT NULL REFERENCES "alert_rule"("id") ON DELETE cascade,
	"state" text NOT NULL,
	"since" timestamp with time zone,
	"seen_through" timestamp with time zone,
	"mailed_on" date
);
--> statement-breakpoint
COMMENT ON TABLE "alert_state" IS 'What the evaluation has seen of a rule: observations up to `seen_through` never fire again.';
--> statement-breakpoint
CREATE TABLE "alert_firing" (
	"id" uuid PRIMARY KEY NOT NULL,
	"rule_id" uuid NOT NULL REFERENCES "alert_rule"("id") ON DELETE cascade,
	"kind" text NOT NULL,
	"observed_at" timestamp with time zone NOT NULL,
	"fired_at" timestamp with time zone NOT NULL,
	"mail" text NOT NULL,
	"facts" jsonb NOT NULL,
	CONSTRAINT "alert_firing_once" UNIQUE("rule_id","kind","observed_at")
);
--> statement-breakpoint
CREATE INDEX "alert_firing_fired_at_index" ON "alert_firing" USING btree ("fired_at");
--> statement-breakpoint
CREATE TABLE "alert_recipient" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text,
	"email" text NOT NULL,
	"state" text NOT NULL,
	"stop_key" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "alert_recipient_stop_key_unique" UNIQUE("stop_key")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "alert_recipient_address" ON "alert_recipient" USING btree (coalesce("subject", ''),lower("email"));
--> statement-breakpoint
COMMENT ON TABLE "alert_recipient" IS 'Addresses: those of a person have the mails of the person’s rules, those without one are the operator’s list. `state` is unconfirmed, confirmed, stopped or refused; only confirmed ones have mails.';
--> statement-breakpoint
CREATE TABLE "alert_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient_id" uuid NOT NULL REFERENCES "alert_recipient"("id") ON DELETE cascade,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "alert_outbox_due" ON "alert_outbox" USING btree ("not_before") WHERE "state" = 'waiting';
--> statement-breakpoint
COMMENT ON TABLE "alert_outbox" IS 'Mails to send, and those sent. The Message-ID is made of `id`. `state` is waiting, sent, failed or dropped; `payload` of the kinds firing and digest is {"firings": [ids]}.';
--> statement-breakpoint
CREATE TABLE "alert_letter" (
	"recipient_id" uuid PRIMARY KEY NOT NULL REFERENCES "alert_recipient"("id") ON DELETE cascade,
	"weekday" smallint NOT NULL,
	"hour" smallint NOT NULL,
	"time_zone" text NOT NULL,
	"queued_on" date
);
--> statement-breakpoint
COMMENT ON COLUMN "alert_letter"."weekday" IS '1 Monday to 7 Sunday.';
