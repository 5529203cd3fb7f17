-- A portal is a demonstration or real. One whose synthetic series were all replaced is real; where some are left, the next
-- import removes them.
UPDATE "demo_state" SET "has_data" = false
WHERE NOT EXISTS (SELECT FROM "location_parameter" WHERE "is_demonstration");
--> statement-breakpoint
ALTER TABLE "location_parameter" DROP COLUMN "is_demonstration";
--> statement-breakpoint
COMMENT ON COLUMN "demo_state"."has_data" IS 'The portal is a demonstration: its values are synthetic, until the first import.';
