CREATE TABLE "outlook_issue" (
	"point" text NOT NULL,
	"issued" date NOT NULL,
	"input" text NOT NULL,
	"computed_at" timestamp with time zone NOT NULL,
	"volumes_af" jsonb,
	"reasons" jsonb NOT NULL,
	CONSTRAINT "outlook_issue_point_issued_input_pk" PRIMARY KEY("point","issued","input")
);
--> statement-breakpoint
-- What was issued stays as it was.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END
$$;
--> statement-breakpoint
CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE ON "outlook_issue"
	FOR EACH ROW EXECUTE FUNCTION refuse_change();
