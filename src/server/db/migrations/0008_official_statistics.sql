CREATE TABLE "official_forecast" (
	"loc_ndx" integer NOT NULL,
	"station" text NOT NULL,
	"point_name" text,
	"publication_date" date NOT NULL,
	"period_start" char(5) NOT NULL,
	"period_end" char(5) NOT NULL,
	"exceedance" smallint NOT NULL,
	"value_af" double precision NOT NULL,
	"normal_af" double precision,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "official_forecast_loc_ndx_station_publication_date_period_start_period_end_exceedance_pk" PRIMARY KEY("loc_ndx","station","publication_date","period_start","period_end","exceedance")
);
--> statement-breakpoint
CREATE TABLE "official_statistic" (
	"loc_ndx" integer NOT NULL,
	"parameter_ndx" smallint NOT NULL,
	"agency" text NOT NULL,
	"statistic" text NOT NULL,
	"month_day" char(5) NOT NULL,
	"value" double precision NOT NULL,
	"years" smallint,
	"period" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "official_statistic_loc_ndx_parameter_ndx_agency_statistic_month_day_pk" PRIMARY KEY("loc_ndx","parameter_ndx","agency","statistic","month_day")
);
--> statement-breakpoint
ALTER TABLE "official_forecast" ADD CONSTRAINT "official_forecast_loc_ndx_location_loc_ndx_fk" FOREIGN KEY ("loc_ndx") REFERENCES "public"."location"("loc_ndx") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "official_statistic" ADD CONSTRAINT "official_statistic_loc_ndx_location_loc_ndx_fk" FOREIGN KEY ("loc_ndx") REFERENCES "public"."location"("loc_ndx") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "official_statistic" ADD CONSTRAINT "official_statistic_parameter_ndx_parameter_parameter_ndx_fk" FOREIGN KEY ("parameter_ndx") REFERENCES "public"."parameter"("parameter_ndx") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "official_statistic_statistic_month_day_index" ON "official_statistic" USING btree ("statistic","month_day");