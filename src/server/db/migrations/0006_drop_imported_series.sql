UPDATE "location_parameter" lp SET "is_demonstration" = true
WHERE (SELECT "has_data" FROM "demo_state");
--> statement-breakpoint
UPDATE "location_parameter" lp
SET "is_demonstration" = false,
	"source" = CASE i."source"
		WHEN 'USGS' THEN 'usgs' WHEN 'NRCS Snotel' THEN 'nrcs' WHEN 'USBR HydroMet' THEN 'usbr'
		WHEN 'IDWR Accounting' THEN 'idwr' WHEN 'IDWR AquaInfo' THEN 'aquainfo' ELSE i."source" END
FROM "imported_series" i JOIN "location" l ON upper(l."loc_id") = i."loc_id"
WHERE lp."loc_ndx" = l."loc_ndx" AND lp."parameter_ndx" = i."parameter_ndx";
--> statement-breakpoint
DROP TABLE "imported_series" CASCADE;
