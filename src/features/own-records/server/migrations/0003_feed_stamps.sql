CREATE TABLE "own_feed" (
	"feed" text NOT NULL,
	"loc_ndx" integer NOT NULL REFERENCES "location"("loc_ndx") ON DELETE cascade,
	"parameter_ndx" smallint NOT NULL,
	"read_to" timestamp with time zone NOT NULL,
	CONSTRAINT "own_feed_pk" PRIMARY KEY("feed","loc_ndx","parameter_ndx")
);
--> statement-breakpoint
COMMENT ON TABLE "own_feed" IS 'How far each record of a feed has been read by imports that came to their end: the feed is asked for what follows the earliest one.';
--> statement-breakpoint
INSERT INTO "own_feed" ("feed", "loc_ndx", "parameter_ndx", "read_to")
SELECT o."made_by", r."loc_ndx", r."parameter_ndx", max(r."at")
FROM "own_reading" r JOIN "own_origin" o USING ("origin_ndx")
WHERE o."way" = 'feed' AND EXISTS (SELECT FROM "location" l WHERE l."loc_ndx" = r."loc_ndx")
GROUP BY o."made_by", r."loc_ndx", r."parameter_ndx";
